CREATE TABLE "document_file_parts" (
	"knowledge_base_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "document_file_parts_knowledge_base_id_file_id_part_pk" PRIMARY KEY("knowledge_base_id","file_id","part")
);
--> statement-breakpoint
CREATE TABLE "document_files" (
	"id" uuid NOT NULL,
	"knowledge_base_id" integer NOT NULL,
	"document_id" integer NOT NULL,
	"original_filename" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_files_knowledge_base_id_id_pk" PRIMARY KEY("knowledge_base_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "pages_without_text" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "indexed_file_id" uuid;--> statement-breakpoint
ALTER TABLE "document_file_parts" ADD CONSTRAINT "document_file_parts_knowledge_base_id_file_id_document_files_knowledge_base_id_id_fk" FOREIGN KEY ("knowledge_base_id","file_id") REFERENCES "public"."document_files"("knowledge_base_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_files" ADD CONSTRAINT "document_files_knowledge_base_id_document_id_documents_knowledge_base_id_id_fk" FOREIGN KEY ("knowledge_base_id","document_id") REFERENCES "public"."documents"("knowledge_base_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_files_document" ON "document_files" USING btree ("knowledge_base_id","document_id");--> statement-breakpoint
CREATE INDEX "documents_unfinished" ON "documents" USING btree ("updated_at") WHERE status in ('queued', 'extracting', 'indexing');