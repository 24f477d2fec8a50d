CREATE TABLE "brands" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "brand_id" text;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;