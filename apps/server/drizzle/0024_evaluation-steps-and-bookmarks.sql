CREATE TABLE "bookmarks" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"camera_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evaluation_steps" (
	"evaluation_id" text NOT NULL,
	"status" text NOT NULL,
	"user_id" text,
	"at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "evaluation_steps_evaluation_id_status_pk" PRIMARY KEY("evaluation_id","status")
);
--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_steps" ADD CONSTRAINT "evaluation_steps_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_steps" ADD CONSTRAINT "evaluation_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bookmarks_once" ON "bookmarks" USING btree ("user_id","camera_id","at");--> statement-breakpoint
CREATE INDEX "bookmarks_camera" ON "bookmarks" USING btree ("camera_id","at");--> statement-breakpoint
INSERT INTO "evaluation_steps" ("evaluation_id", "status", "user_id", "at", "reason") SELECT "id", "status", "status_user_id", "status_updated_at", "revoke_reason" FROM "evaluations" WHERE "status" <> 'saved';
