CREATE TABLE "snapshot_batches" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"user_id" text NOT NULL,
	"client_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "plan_runs" ALTER COLUMN "plan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_runs" ADD COLUMN "batch_id" text;--> statement-breakpoint
ALTER TABLE "snapshot_batches" ADD CONSTRAINT "snapshot_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "snapshot_batches_once" ON "snapshot_batches" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE INDEX "snapshot_batches_user" ON "snapshot_batches" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "plan_runs" ADD CONSTRAINT "plan_runs_batch_id_snapshot_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."snapshot_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_runs_batch" ON "plan_runs" USING btree ("batch_id") WHERE "plan_runs"."batch_id" is not null;