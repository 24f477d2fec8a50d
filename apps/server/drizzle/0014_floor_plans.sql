CREATE TABLE "custom_areas" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"plan_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"shape" jsonb NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "floor_plans" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"shop_id" text NOT NULL,
	"floor_id" text NOT NULL,
	"width_cm" integer NOT NULL,
	"height_cm" integer NOT NULL,
	"map_code" text NOT NULL,
	"outline" jsonb NOT NULL,
	"shapes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_entrances" (
	"plan_id" text NOT NULL,
	"entrance_id" text NOT NULL,
	"x_cm" integer NOT NULL,
	"y_cm" integer NOT NULL,
	CONSTRAINT "plan_entrances_plan_id_entrance_id_pk" PRIMARY KEY("plan_id","entrance_id")
);
--> statement-breakpoint
CREATE TABLE "plan_zones" (
	"plan_id" text NOT NULL,
	"zone_id" text NOT NULL,
	"polygon" jsonb NOT NULL,
	CONSTRAINT "plan_zones_plan_id_zone_id_pk" PRIMARY KEY("plan_id","zone_id")
);
--> statement-breakpoint
ALTER TABLE "custom_areas" ADD CONSTRAINT "custom_areas_plan_id_floor_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_areas" ADD CONSTRAINT "custom_areas_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plans" ADD CONSTRAINT "floor_plans_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plans" ADD CONSTRAINT "floor_plans_floor_id_floors_id_fk" FOREIGN KEY ("floor_id") REFERENCES "public"."floors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_plans" ADD CONSTRAINT "floor_plans_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_entrances" ADD CONSTRAINT "plan_entrances_plan_id_floor_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_entrances" ADD CONSTRAINT "plan_entrances_entrance_id_entrances_id_fk" FOREIGN KEY ("entrance_id") REFERENCES "public"."entrances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_zones" ADD CONSTRAINT "plan_zones_plan_id_floor_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."floor_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_zones" ADD CONSTRAINT "plan_zones_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "custom_areas_plan" ON "custom_areas" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "custom_areas_user" ON "custom_areas" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "floor_plans_floor" ON "floor_plans" USING btree ("floor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "floor_plans_map" ON "floor_plans" USING btree ("shop_id","map_code");