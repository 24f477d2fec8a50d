CREATE TABLE "imports" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text NOT NULL,
	"format" text NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"is_dry_run" boolean NOT NULL,
	"state" text NOT NULL,
	"bytes" bigint NOT NULL,
	"read_bytes" bigint DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"duplicates" integer DEFAULT 0 NOT NULL,
	"rejected_count" integer DEFAULT 0 NOT NULL,
	"rejected" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"all_shops" boolean NOT NULL,
	"area_ids" text[] DEFAULT '{}' NOT NULL,
	"shop_ids" text[] DEFAULT '{}' NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"alive_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ingest_links" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"password" text DEFAULT '' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"device_sn" text DEFAULT '' NOT NULL,
	"reached_at" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"fault" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outside_codes" (
	"kind" text NOT NULL,
	"space" text NOT NULL,
	"code" text NOT NULL,
	"number" bigint DEFAULT nextval('aisle_ids') NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outside_codes_kind_space_code_pk" PRIMARY KEY("kind","space","code")
);
--> statement-breakpoint
CREATE TABLE "sensor_counters" (
	"device" text NOT NULL,
	"line" text NOT NULL,
	"seen" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sensor_counters_device_line_pk" PRIMARY KEY("device","line")
);
--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "digest" text;--> statement-breakpoint
UPDATE "quarantine" SET "digest" = 'row ' || "id";--> statement-breakpoint
ALTER TABLE "quarantine" ALTER COLUMN "digest" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_sources" ADD COLUMN "kind" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_sources" ADD COLUMN "library" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD CONSTRAINT "ingest_links_source_id_ingest_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."ingest_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ingest_links_source" ON "ingest_links" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outside_codes_number" ON "outside_codes" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "quarantine_once" ON "quarantine" USING btree ("source_id","kind","digest");