CREATE TABLE "export_schedules" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"owner_id" text NOT NULL,
	"template_id" text NOT NULL,
	"rhythm" jsonb NOT NULL,
	"filters" jsonb NOT NULL,
	"place_name" text NOT NULL,
	"user_ids" jsonb NOT NULL,
	"language" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone,
	"last_message" jsonb,
	"paused_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "schedule_id" text;--> statement-breakpoint
ALTER TABLE "export_jobs" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_schedules" ADD CONSTRAINT "export_schedules_template_id_export_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."export_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_schedules_next" ON "export_schedules" USING btree ("next_at");--> statement-breakpoint
ALTER TABLE "export_jobs" ADD CONSTRAINT "export_jobs_schedule_id_export_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."export_schedules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_jobs_schedule" ON "export_jobs" USING btree ("schedule_id","created_at");