ALTER TABLE "ingest_links" ADD COLUMN "subscribed" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "client_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "channels" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "next_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ingest_links" ADD COLUMN "paused_at" timestamp with time zone;