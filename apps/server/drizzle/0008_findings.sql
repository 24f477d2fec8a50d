CREATE TABLE "detector_settings" (
	"algorithm" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"hours" text NOT NULL,
	"thresholds" jsonb NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding_zones" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"camera_id" text NOT NULL,
	"preset_id" text,
	"name" text NOT NULL,
	"polygon" jsonb NOT NULL,
	"share" double precision NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "findings" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"algorithm" text NOT NULL,
	"shop_id" text NOT NULL,
	"camera_id" text,
	"preset_id" text,
	"picture_id" text,
	"zone_id" text DEFAULT '' NOT NULL,
	"zone_name" text DEFAULT '' NOT NULL,
	"confidence" double precision NOT NULL,
	"boxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"measures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"local_date" date NOT NULL,
	"local_hour" integer NOT NULL,
	"weekday" integer NOT NULL,
	"source_id" text,
	"external_id" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"problem_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ingest_sources" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"token_end" text NOT NULL,
	"all_shops" boolean DEFAULT false NOT NULL,
	"area_ids" text[] DEFAULT '{}' NOT NULL,
	"shop_ids" text[] DEFAULT '{}' NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rotated_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "picture_checks" (
	"picture_id" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"preset_key" text DEFAULT '' NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"local_date" date NOT NULL,
	"is_sound" boolean NOT NULL,
	"sharpness" double precision NOT NULL,
	"brightness" double precision NOT NULL,
	"change" double precision,
	"failure" text DEFAULT '' NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picture_references" (
	"camera_id" text NOT NULL,
	"preset_key" text DEFAULT '' NOT NULL,
	"picture_id" text NOT NULL,
	"set_by" text,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picture_references_camera_id_preset_key_pk" PRIMARY KEY("camera_id","preset_key")
);
--> statement-breakpoint
ALTER TABLE "detector_settings" ADD CONSTRAINT "detector_settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_zones" ADD CONSTRAINT "finding_zones_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_zones" ADD CONSTRAINT "finding_zones_preset_id_presets_id_fk" FOREIGN KEY ("preset_id") REFERENCES "public"."presets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_zones" ADD CONSTRAINT "finding_zones_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_preset_id_presets_id_fk" FOREIGN KEY ("preset_id") REFERENCES "public"."presets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_source_id_ingest_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."ingest_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_sources" ADD CONSTRAINT "ingest_sources_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_checks" ADD CONSTRAINT "picture_checks_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_checks" ADD CONSTRAINT "picture_checks_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_checks" ADD CONSTRAINT "picture_checks_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_references" ADD CONSTRAINT "picture_references_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_references" ADD CONSTRAINT "picture_references_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_references" ADD CONSTRAINT "picture_references_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_zones_camera" ON "finding_zones" USING btree ("camera_id");--> statement-breakpoint
CREATE UNIQUE INDEX "findings_once" ON "findings" USING btree ("picture_id","algorithm","zone_id") WHERE "findings"."source_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "findings_posted_once" ON "findings" USING btree ("source_id","external_id");--> statement-breakpoint
CREATE INDEX "findings_shop" ON "findings" USING btree ("shop_id","found_at");--> statement-breakpoint
CREATE INDEX "findings_found" ON "findings" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "findings_day" ON "findings" USING btree ("local_date");--> statement-breakpoint
CREATE INDEX "findings_camera" ON "findings" USING btree ("camera_id","found_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ingest_sources_token" ON "ingest_sources" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "picture_checks_place" ON "picture_checks" USING btree ("camera_id","preset_key","taken_at");--> statement-breakpoint
CREATE INDEX "picture_checks_day" ON "picture_checks" USING btree ("local_date","shop_id");--> statement-breakpoint
CREATE INDEX "pictures_created" ON "pictures" USING btree ("created_at");