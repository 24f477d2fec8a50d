CREATE TABLE "business_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"open_time" text,
	"close_time" text,
	"day_cut" text,
	"week_start" integer,
	"follows_default" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holiday_calendar" (
	"date" date NOT NULL,
	"origin" text NOT NULL,
	"name_zh" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"is_off" boolean NOT NULL,
	CONSTRAINT "holiday_calendar_date_origin_pk" PRIMARY KEY("date","origin")
);
--> statement-breakpoint
CREATE TABLE "rotations" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"groups" jsonb NOT NULL,
	"panes_per_turn" integer NOT NULL,
	"seconds" integer NOT NULL,
	"from_time" text,
	"to_time" text,
	"is_on" boolean DEFAULT true NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_targets" (
	"shop_id" text NOT NULL,
	"month" text NOT NULL,
	"visits" integer,
	"sales" double precision,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_targets_shop_id_month_pk" PRIMARY KEY("shop_id","month"),
	CONSTRAINT "shop_targets_month_form" CHECK ("shop_targets"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "view_settings" (
	"target" text NOT NULL,
	"layer" text NOT NULL,
	"owner_id" text DEFAULT '' NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "view_settings_target_layer_owner_id_pk" PRIMARY KEY("target","layer","owner_id")
);
--> statement-breakpoint
ALTER TABLE "business_rules" ADD CONSTRAINT "business_rules_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rotations" ADD CONSTRAINT "rotations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_targets" ADD CONSTRAINT "shop_targets_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_targets" ADD CONSTRAINT "shop_targets_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_settings" ADD CONSTRAINT "view_settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rotations_user" ON "rotations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shop_targets_month" ON "shop_targets" USING btree ("month");