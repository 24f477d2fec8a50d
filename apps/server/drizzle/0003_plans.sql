CREATE TABLE "patrol_plans" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"name" text NOT NULL,
	"times" integer[] DEFAULT '{}' NOT NULL,
	"every_minutes" integer,
	"from_minute" integer DEFAULT 0 NOT NULL,
	"to_minute" integer DEFAULT 1439 NOT NULL,
	"weekdays" integer[] DEFAULT '{1,2,3,4,5,6,7}' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "plan_lanes" (
	"account_id" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_runs" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"plan_id" text NOT NULL,
	"kind" text NOT NULL,
	"patrol_id" text,
	"shop_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"account_id" text NOT NULL,
	"preset_id" text,
	"preset_name" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"takeovers" integer DEFAULT 0 NOT NULL,
	"claimed_by" text,
	"lease_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"duration_ms" integer,
	"reason" text DEFAULT '' NOT NULL,
	"message" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"kind" text NOT NULL,
	"patrol_id" text,
	"position" integer DEFAULT 0 NOT NULL,
	"shop_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"preset_id" text,
	"preset_name" text DEFAULT '' NOT NULL,
	"area_id" text,
	"times" integer[] DEFAULT '{}' NOT NULL,
	"every_minutes" integer,
	"from_minute" integer DEFAULT 0 NOT NULL,
	"to_minute" integer DEFAULT 1439 NOT NULL,
	"weekdays" integer[] DEFAULT '{1,2,3,4,5,6,7}' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"next_due_at" timestamp with time zone,
	"failures_in_a_row" integer DEFAULT 0 NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "plan_run_id" text;--> statement-breakpoint
ALTER TABLE "patrol_plans" ADD CONSTRAINT "patrol_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_lanes" ADD CONSTRAINT "plan_lanes_account_id_camera_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."camera_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_runs" ADD CONSTRAINT "plan_runs_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_runs" ADD CONSTRAINT "plan_runs_patrol_id_patrol_plans_id_fk" FOREIGN KEY ("patrol_id") REFERENCES "public"."patrol_plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_runs" ADD CONSTRAINT "plan_runs_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_runs" ADD CONSTRAINT "plan_runs_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_patrol_id_patrol_plans_id_fk" FOREIGN KEY ("patrol_id") REFERENCES "public"."patrol_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_preset_id_presets_id_fk" FOREIGN KEY ("preset_id") REFERENCES "public"."presets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_runs_once" ON "plan_runs" USING btree ("plan_id","due_at");--> statement-breakpoint
CREATE INDEX "plan_runs_lane" ON "plan_runs" USING btree ("account_id","due_at","id") WHERE "plan_runs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "plan_runs_open" ON "plan_runs" USING btree ("camera_id") WHERE "plan_runs"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "plan_runs_lease" ON "plan_runs" USING btree ("lease_until") WHERE "plan_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "plan_runs_expiry" ON "plan_runs" USING btree ("expires_at") WHERE "plan_runs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "plan_runs_shop" ON "plan_runs" USING btree ("shop_id","due_at");--> statement-breakpoint
CREATE INDEX "plan_runs_due" ON "plan_runs" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "plan_runs_patrol" ON "plan_runs" USING btree ("patrol_id","due_at") WHERE "plan_runs"."patrol_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "plans_one_a_camera" ON "plans" USING btree ("camera_id") WHERE "plans"."kind" = 'screenshot' and "plans"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "plans_one_a_preset" ON "plans" USING btree ("preset_id") WHERE "plans"."kind" = 'preset' and "plans"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "plans_due" ON "plans" USING btree ("next_due_at") WHERE "plans"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "plans_shop" ON "plans" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "plans_camera" ON "plans" USING btree ("camera_id");--> statement-breakpoint
CREATE INDEX "plans_patrol" ON "plans" USING btree ("patrol_id","position") WHERE "plans"."patrol_id" is not null;--> statement-breakpoint
CREATE INDEX "plans_live" ON "plans" USING btree ("created_at") WHERE "plans"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_plan_run_id_plan_runs_id_fk" FOREIGN KEY ("plan_run_id") REFERENCES "public"."plan_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pictures_plan_run" ON "pictures" USING btree ("plan_run_id");