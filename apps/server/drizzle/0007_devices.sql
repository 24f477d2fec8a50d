CREATE TABLE "device_lines" (
	"device_id" text NOT NULL,
	"line" text NOT NULL,
	"number" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"place" text NOT NULL,
	"entrance_id" text,
	"floor_id" text,
	"zone_id" text,
	"is_swapped" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "device_lines_device_id_line_pk" PRIMARY KEY("device_id","line")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY DEFAULT nextval('aisle_ids')::text NOT NULL,
	"sn" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"shop_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "device_lines" ADD CONSTRAINT "device_lines_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_lines" ADD CONSTRAINT "device_lines_entrance_id_entrances_id_fk" FOREIGN KEY ("entrance_id") REFERENCES "public"."entrances"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_lines" ADD CONSTRAINT "device_lines_floor_id_floors_id_fk" FOREIGN KEY ("floor_id") REFERENCES "public"."floors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_lines" ADD CONSTRAINT "device_lines_zone_id_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."zones"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_sn" ON "devices" USING btree ("sn") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "devices_shop" ON "devices" USING btree ("shop_id");