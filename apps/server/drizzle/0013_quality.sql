CREATE TABLE "corrections" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"shop_id" text NOT NULL,
	"device_id" integer NOT NULL,
	"line" integer NOT NULL,
	"node_kind" text NOT NULL,
	"node_id" integer NOT NULL,
	"biz_date" date NOT NULL,
	"floor_id" integer DEFAULT 0 NOT NULL,
	"from_hour" smallint NOT NULL,
	"to_hour" smallint NOT NULL,
	"kind" text NOT NULL,
	"wanted" jsonb NOT NULL,
	"reason" text NOT NULL,
	"event_id" text,
	"status" text DEFAULT 'requested' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_settled" boolean DEFAULT true NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"requested_by" text,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"decision_remark" text DEFAULT '' NOT NULL,
	"undone_by" text,
	"undone_at" timestamp with time zone,
	"undo_remark" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imputations" (
	"shop_id" text NOT NULL,
	"device_id" integer NOT NULL,
	"line" integer NOT NULL,
	"node_kind" text NOT NULL,
	"node_id" integer NOT NULL,
	"biz_date" date NOT NULL,
	"from_slot" smallint NOT NULL,
	"to_slot" smallint NOT NULL,
	"entered" integer NOT NULL,
	"left" integer NOT NULL,
	"passed" integer NOT NULL,
	"weeks" jsonb NOT NULL,
	"factor" double precision NOT NULL,
	"scaled_by" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imputations_shop_id_biz_date_device_id_line_from_slot_pk" PRIMARY KEY("shop_id","biz_date","device_id","line","from_slot")
);
--> statement-breakpoint
CREATE TABLE "quality_events" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"kind" text NOT NULL,
	"shop_id" text NOT NULL,
	"device_id" integer NOT NULL,
	"line" integer NOT NULL,
	"node_kind" text NOT NULL,
	"node_id" integer NOT NULL,
	"biz_date" date NOT NULL,
	"from_slot" smallint NOT NULL,
	"to_slot" smallint NOT NULL,
	"strength" double precision NOT NULL,
	"evidence" jsonb NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"correction_id" text,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"version" integer DEFAULT 0 NOT NULL,
	"examined_up_to" double precision DEFAULT 0 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_event_id_quality_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."quality_events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imputations" ADD CONSTRAINT "imputations_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_events" ADD CONSTRAINT "quality_events_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_events" ADD CONSTRAINT "quality_events_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_settings" ADD CONSTRAINT "quality_settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrections_shop" ON "corrections" USING btree ("shop_id","biz_date");--> statement-breakpoint
CREATE INDEX "corrections_requested" ON "corrections" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "corrections_unsettled" ON "corrections" USING btree ("id") WHERE not is_settled;--> statement-breakpoint
CREATE INDEX "imputations_day" ON "imputations" USING btree ("biz_date");--> statement-breakpoint
CREATE UNIQUE INDEX "quality_events_once" ON "quality_events" USING btree ("shop_id","biz_date","kind","device_id","line","node_kind","node_id","from_slot");--> statement-breakpoint
CREATE INDEX "quality_events_day" ON "quality_events" USING btree ("biz_date","shop_id");--> statement-breakpoint
CREATE INDEX "quality_events_open" ON "quality_events" USING btree ("biz_date") WHERE status = 'open';