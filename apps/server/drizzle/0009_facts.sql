CREATE TABLE "changed_days" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"biz_date" date NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"message" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changed_days_shop_day" ON "changed_days" USING btree ("shop_id","biz_date");--> statement-breakpoint
CREATE INDEX "quarantine_received" ON "quarantine" USING btree ("received_at");