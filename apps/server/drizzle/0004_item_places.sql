CREATE TABLE "check_item_places" (
	"item_id" text NOT NULL,
	"shop_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"preset_id" text,
	"user_id" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "check_item_places_item_id_shop_id_pk" PRIMARY KEY("item_id","shop_id")
);
--> statement-breakpoint
ALTER TABLE "shop_collects" ADD COLUMN "sort" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "check_items" ADD COLUMN "phrases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_items" ADD COLUMN "standard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "check_item_places" ADD CONSTRAINT "check_item_places_item_id_check_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."check_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_item_places" ADD CONSTRAINT "check_item_places_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_item_places" ADD CONSTRAINT "check_item_places_camera_id_cameras_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."cameras"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_item_places" ADD CONSTRAINT "check_item_places_preset_id_presets_id_fk" FOREIGN KEY ("preset_id") REFERENCES "public"."presets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_item_places" ADD CONSTRAINT "check_item_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_item_places_shop" ON "check_item_places" USING btree ("shop_id");