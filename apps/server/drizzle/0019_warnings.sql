CREATE TABLE "flow_rules" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"limits" jsonb NOT NULL,
	"from_time" text,
	"to_time" text,
	"shop_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"severity" text NOT NULL,
	"user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"since" date NOT NULL,
	"examined_up_to" double precision DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "flow_warning_steps" (
	"warning_id" text NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"user_id" text,
	"at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "flow_warning_steps_warning_id_version_pk" PRIMARY KEY("warning_id","version")
);
--> statement-breakpoint
CREATE TABLE "flow_warnings" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"key" text NOT NULL,
	"rule_id" text,
	"watch_id" text,
	"kind" text NOT NULL,
	"shop_id" text NOT NULL,
	"node_kind" text NOT NULL,
	"node_id" text DEFAULT '0' NOT NULL,
	"biz_date" date NOT NULL,
	"from_slot" smallint NOT NULL,
	"to_slot" smallint NOT NULL,
	"value" double precision NOT NULL,
	"limit" double precision NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"severity" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"muted_until" timestamp with time zone,
	"handled_by" text,
	"handled_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_targets" (
	"shop_id" text NOT NULL,
	"node_kind" text NOT NULL,
	"node_id" text NOT NULL,
	"month" text NOT NULL,
	"visits" integer NOT NULL,
	"updated_by" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "place_targets_node_kind_node_id_month_pk" PRIMARY KEY("node_kind","node_id","month")
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"shop_id" text NOT NULL,
	"node_kind" text NOT NULL,
	"node_id" text NOT NULL,
	"limits" jsonb NOT NULL,
	"owner_id" text,
	"status" text DEFAULT 'onTarget' NOT NULL,
	"since" date NOT NULL,
	"examined_up_to" double precision DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zone_changes" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"shop_id" text NOT NULL,
	"zone_id" text NOT NULL,
	"changed_on" date NOT NULL,
	"what" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "quality_events" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_rules" ADD CONSTRAINT "flow_rules_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_warning_steps" ADD CONSTRAINT "flow_warning_steps_warning_id_flow_warnings_id_fk" FOREIGN KEY ("warning_id") REFERENCES "public"."flow_warnings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_warning_steps" ADD CONSTRAINT "flow_warning_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_warnings" ADD CONSTRAINT "flow_warnings_rule_id_flow_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."flow_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_warnings" ADD CONSTRAINT "flow_warnings_watch_id_watches_id_fk" FOREIGN KEY ("watch_id") REFERENCES "public"."watches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_warnings" ADD CONSTRAINT "flow_warnings_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_warnings" ADD CONSTRAINT "flow_warnings_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_targets" ADD CONSTRAINT "place_targets_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "place_targets" ADD CONSTRAINT "place_targets_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_changes" ADD CONSTRAINT "zone_changes_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_changes" ADD CONSTRAINT "zone_changes_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_changes" ADD CONSTRAINT "zone_changes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_warnings_once" ON "flow_warnings" USING btree ("key");--> statement-breakpoint
CREATE INDEX "flow_warnings_day" ON "flow_warnings" USING btree ("biz_date","shop_id");--> statement-breakpoint
CREATE INDEX "flow_warnings_changed" ON "flow_warnings" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "flow_warnings_muted" ON "flow_warnings" USING btree ("muted_until") WHERE status = 'muted';--> statement-breakpoint
CREATE INDEX "flow_warnings_watch" ON "flow_warnings" USING btree ("watch_id") WHERE watch_id is not null;--> statement-breakpoint
CREATE INDEX "place_targets_month" ON "place_targets" USING btree ("month");--> statement-breakpoint
CREATE UNIQUE INDEX "watches_once" ON "watches" USING btree ("node_kind","node_id") WHERE status <> 'ended';--> statement-breakpoint
CREATE INDEX "watches_shop" ON "watches" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "zone_changes_shop" ON "zone_changes" USING btree ("shop_id");--> statement-breakpoint
CREATE INDEX "quality_events_changed" ON "quality_events" USING btree ("updated_at");