CREATE TABLE "person_marks" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"user_id" text,
	"marked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recognition_checks" (
	"shop_id" text NOT NULL,
	"visit_id" text NOT NULL,
	"attribute" text NOT NULL,
	"device_id" bigint NOT NULL,
	"biz_date" date NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"recognised" text NOT NULL,
	"verdict" text,
	"actual" text DEFAULT '' NOT NULL,
	"user_id" text,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recognition_checks_shop_id_visit_id_attribute_pk" PRIMARY KEY("shop_id","visit_id","attribute")
);
--> statement-breakpoint
ALTER TABLE "person_marks" ADD CONSTRAINT "person_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recognition_checks" ADD CONSTRAINT "recognition_checks_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recognition_checks" ADD CONSTRAINT "recognition_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recognition_checks_day" ON "recognition_checks" USING btree ("biz_date","shop_id");--> statement-breakpoint
CREATE INDEX "recognition_checks_changed" ON "recognition_checks" USING btree ("checked_at");