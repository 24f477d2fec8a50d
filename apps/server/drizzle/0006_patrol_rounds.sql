CREATE TABLE "desk_tallies" (
	"shop_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"cameras" integer NOT NULL,
	"online" integer NOT NULL,
	"warnings" integer NOT NULL,
	CONSTRAINT "desk_tallies_shop_id_hour_pk" PRIMARY KEY("shop_id","hour")
);
--> statement-breakpoint
CREATE TABLE "patrol_round_stops" (
	"round_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"position" integer NOT NULL,
	"state" text DEFAULT 'left' NOT NULL,
	"at" timestamp with time zone,
	CONSTRAINT "patrol_round_stops_round_id_shop_id_pk" PRIMARY KEY("round_id","shop_id")
);
--> statement-breakpoint
CREATE TABLE "patrol_rounds" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"source_kind" text NOT NULL,
	"source_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk_tallies" ADD CONSTRAINT "desk_tallies_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patrol_round_stops" ADD CONSTRAINT "patrol_round_stops_round_id_patrol_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."patrol_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patrol_round_stops" ADD CONSTRAINT "patrol_round_stops_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patrol_rounds" ADD CONSTRAINT "patrol_rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_tallies_hour" ON "desk_tallies" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "patrol_round_stops_shop" ON "patrol_round_stops" USING btree ("shop_id");--> statement-breakpoint
CREATE UNIQUE INDEX "patrol_rounds_once" ON "patrol_rounds" USING btree ("user_id","day");