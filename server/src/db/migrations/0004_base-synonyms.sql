CREATE TABLE "knowledge_base_synonyms" (
	"knowledge_base_id" integer NOT NULL,
	"id" integer NOT NULL,
	"word" text NOT NULL,
	"others" text[] NOT NULL,
	"weight" real NOT NULL,
	CONSTRAINT "knowledge_base_synonyms_knowledge_base_id_id_pk" PRIMARY KEY("knowledge_base_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "synonyms_updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_base_synonyms" ADD CONSTRAINT "knowledge_base_synonyms_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;