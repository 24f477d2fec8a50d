CREATE TABLE "picture_annotations" (
	"picture_id" text NOT NULL,
	"version" integer NOT NULL,
	"shapes" jsonb NOT NULL,
	"user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picture_annotations_picture_id_version_pk" PRIMARY KEY("picture_id","version")
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "picture_annotations" ADD CONSTRAINT "picture_annotations_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_annotations" ADD CONSTRAINT "picture_annotations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;