CREATE TABLE "notices" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"user_id" text NOT NULL,
	"key" text,
	"kind" text NOT NULL,
	"title_zh" text NOT NULL,
	"title_en" text NOT NULL,
	"body_zh" text DEFAULT '' NOT NULL,
	"body_en" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"shop_id" text,
	"status" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "problem_comments" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"problem_id" text NOT NULL,
	"user_id" text NOT NULL,
	"client_key" text,
	"content" text NOT NULL,
	"picture_ids" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problem_events" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"problem_id" text NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"picture_ids" text[] DEFAULT '{}' NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problems" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'rectification' NOT NULL,
	"shop_id" text NOT NULL,
	"camera_id" text,
	"preset_id" text,
	"item_id" text,
	"item_name" text NOT NULL,
	"question_type" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"before_picture_ids" text[] DEFAULT '{}' NOT NULL,
	"after_picture_ids" text[] DEFAULT '{}' NOT NULL,
	"raised_by" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"raised_date" date NOT NULL,
	"owner_user_id" text,
	"owner_staff_id" text,
	"due_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"submitted_by" text,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"source_kind" text NOT NULL,
	"source_id" text NOT NULL,
	"item_key" text NOT NULL,
	"reminded_before" timestamp with time zone,
	"reminded_after" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_comments" ADD CONSTRAINT "problem_comments_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_comments" ADD CONSTRAINT "problem_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_events" ADD CONSTRAINT "problem_events_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_events" ADD CONSTRAINT "problem_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_raised_by_users_id_fk" FOREIGN KEY ("raised_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_owner_staff_id_staff_id_fk" FOREIGN KEY ("owner_staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","status","created_at");--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "problem_comments_once" ON "problem_comments" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE INDEX "problem_comments_problem" ON "problem_comments" USING btree ("problem_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "problem_events_version" ON "problem_events" USING btree ("problem_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "problems_once" ON "problems" USING btree ("source_kind","source_id","item_key");--> statement-breakpoint
CREATE INDEX "problems_shop" ON "problems" USING btree ("shop_id","raised_date");--> statement-breakpoint
CREATE INDEX "problems_day" ON "problems" USING btree ("raised_date");--> statement-breakpoint
CREATE INDEX "problems_status" ON "problems" USING btree ("status","raised_at");--> statement-breakpoint
CREATE INDEX "problems_owner" ON "problems" USING btree ("owner_user_id");--> statement-breakpoint
CREATE INDEX "problems_due" ON "problems" USING btree ("due_at") WHERE "problems"."status" = 'rectification';