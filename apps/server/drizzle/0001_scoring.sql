CREATE TABLE "check_forms" (
	"kind" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_item_versions" (
	"item_id" text NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"user_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "check_item_versions_item_id_version_pk" PRIMARY KEY("item_id","version")
);
--> statement-breakpoint
CREATE TABLE "check_items" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"kind" text NOT NULL,
	"parent_id" text,
	"is_group" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"score" numeric(8, 2) DEFAULT 0 NOT NULL,
	"scoring" text DEFAULT 'full' NOT NULL,
	"deductions" jsonb,
	"camera_group" text,
	"preset_name" text DEFAULT '' NOT NULL,
	"duration_seconds" integer DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_records" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"client_key" text,
	"shop_id" text NOT NULL,
	"user_id" text NOT NULL,
	"record_id" text,
	"local_date" date NOT NULL,
	"is_holiday" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"type_id" text NOT NULL,
	"type_name" text NOT NULL,
	"type_name_en" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"picture_ids" text[] DEFAULT '{}' NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "evaluation_details" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"item_id" text NOT NULL,
	"item_name" text NOT NULL,
	"item_name_en" text DEFAULT '' NOT NULL,
	"pitem_id" text,
	"pitem_name" text DEFAULT '' NOT NULL,
	"pitem_name_en" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"camera_id" text,
	"preset_id" text,
	"picture_ids" text[] DEFAULT '{}' NOT NULL,
	"duration_seconds" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"raise" jsonb,
	"raised_at" timestamp with time zone,
	"raise_attempts" integer DEFAULT 0 NOT NULL,
	"evaluation_id" text NOT NULL,
	"item_score" numeric(8, 2) NOT NULL,
	"result" text NOT NULL,
	"severity" text,
	"score" numeric(8, 2),
	"lost" numeric(8, 2) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluations" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"client_key" text,
	"shop_id" text NOT NULL,
	"user_id" text NOT NULL,
	"record_id" text,
	"local_date" date NOT NULL,
	"is_holiday" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'saved' NOT NULL,
	"status_updated_at" timestamp with time zone NOT NULL,
	"status_user_id" text,
	"revoke_reason" text DEFAULT '' NOT NULL,
	"evaluated_at" timestamp with time zone NOT NULL,
	"use_seconds" integer DEFAULT 0 NOT NULL,
	"form_name" text NOT NULL,
	"form_name_en" text DEFAULT '' NOT NULL,
	"form_version" integer NOT NULL,
	"score" numeric(8, 2) NOT NULL,
	"earned" numeric(8, 2) NOT NULL,
	"maximum" numeric(8, 2) NOT NULL,
	"item_count" integer NOT NULL,
	"pass_count" integer NOT NULL,
	"deduct_count" integer NOT NULL,
	"na_count" integer NOT NULL,
	"unscored_count" integer NOT NULL,
	"remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inspection_details" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"item_id" text NOT NULL,
	"item_name" text NOT NULL,
	"item_name_en" text DEFAULT '' NOT NULL,
	"pitem_id" text,
	"pitem_name" text DEFAULT '' NOT NULL,
	"pitem_name_en" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"camera_id" text,
	"preset_id" text,
	"picture_ids" text[] DEFAULT '{}' NOT NULL,
	"duration_seconds" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"raise" jsonb,
	"raised_at" timestamp with time zone,
	"raise_attempts" integer DEFAULT 0 NOT NULL,
	"inspection_id" text NOT NULL,
	"result" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inspections" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"client_key" text,
	"shop_id" text NOT NULL,
	"user_id" text NOT NULL,
	"record_id" text,
	"local_date" date NOT NULL,
	"is_holiday" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"inspected_at" timestamp with time zone NOT NULL,
	"use_seconds" integer DEFAULT 0 NOT NULL,
	"form_name" text NOT NULL,
	"form_name_en" text DEFAULT '' NOT NULL,
	"form_version" integer NOT NULL,
	"item_count" integer NOT NULL,
	"abnormal_count" integer NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "score_drafts" (
	"user_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "score_drafts_user_id_shop_id_kind_pk" PRIMARY KEY("user_id","shop_id","kind")
);
--> statement-breakpoint
ALTER TABLE "check_item_versions" ADD CONSTRAINT "check_item_versions_item_id_check_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."check_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_item_versions" ADD CONSTRAINT "check_item_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_records" ADD CONSTRAINT "daily_records_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_records" ADD CONSTRAINT "daily_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_records" ADD CONSTRAINT "daily_records_record_id_check_shop_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."check_shop_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_records" ADD CONSTRAINT "daily_records_type_id_check_items_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."check_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_details" ADD CONSTRAINT "evaluation_details_item_id_check_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."check_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_details" ADD CONSTRAINT "evaluation_details_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_details" ADD CONSTRAINT "evaluation_details_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_record_id_check_shop_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."check_shop_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_status_user_id_users_id_fk" FOREIGN KEY ("status_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_details" ADD CONSTRAINT "inspection_details_item_id_check_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."check_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_details" ADD CONSTRAINT "inspection_details_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_details" ADD CONSTRAINT "inspection_details_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_record_id_check_shop_records_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."check_shop_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_drafts" ADD CONSTRAINT "score_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "score_drafts" ADD CONSTRAINT "score_drafts_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_items_kind" ON "check_items" USING btree ("kind","sort");--> statement-breakpoint
CREATE INDEX "check_items_parent" ON "check_items" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "daily_records_once" ON "daily_records" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE INDEX "daily_records_shop" ON "daily_records" USING btree ("shop_id","local_date");--> statement-breakpoint
CREATE INDEX "daily_records_day" ON "daily_records" USING btree ("local_date");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_details_item" ON "evaluation_details" USING btree ("evaluation_id","item_id");--> statement-breakpoint
CREATE INDEX "evaluation_details_of_item" ON "evaluation_details" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "evaluation_details_to_raise" ON "evaluation_details" USING btree ("published_at") WHERE "evaluation_details"."raise" is not null and "evaluation_details"."raised_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "evaluations_once" ON "evaluations" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE INDEX "evaluations_shop" ON "evaluations" USING btree ("shop_id","local_date");--> statement-breakpoint
CREATE INDEX "evaluations_day" ON "evaluations" USING btree ("local_date");--> statement-breakpoint
CREATE INDEX "evaluations_record" ON "evaluations" USING btree ("record_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_details_item" ON "inspection_details" USING btree ("inspection_id","item_id");--> statement-breakpoint
CREATE INDEX "inspection_details_of_item" ON "inspection_details" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "inspection_details_to_raise" ON "inspection_details" USING btree ("published_at") WHERE "inspection_details"."raise" is not null and "inspection_details"."raised_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "inspections_once" ON "inspections" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE INDEX "inspections_shop" ON "inspections" USING btree ("shop_id","local_date");--> statement-breakpoint
CREATE INDEX "inspections_day" ON "inspections" USING btree ("local_date");