CREATE TABLE "document_pages" (
	"knowledge_base_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"page" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"confidence" real DEFAULT 0 NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"engine" text,
	"words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image" "bytea",
	CONSTRAINT "document_pages_knowledge_base_id_file_id_page_pk" PRIMARY KEY("knowledge_base_id","file_id","page")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ocr_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ocr_pages" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ocr_done" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ocr_weak" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ocr_lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "ocr_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "ocr" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "keep_page_images" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "document_pages" ADD CONSTRAINT "document_pages_knowledge_base_id_file_id_document_files_knowledge_base_id_id_fk" FOREIGN KEY ("knowledge_base_id","file_id") REFERENCES "public"."document_files"("knowledge_base_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_recognised" ON "documents" USING btree ("updated_at") WHERE ocr_state in ('queued', 'running');