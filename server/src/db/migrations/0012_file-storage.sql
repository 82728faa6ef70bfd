CREATE TABLE "removed_objects" (
	"folder" text NOT NULL,
	"owner_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_objects_folder_owner_id_file_id_pk" PRIMARY KEY("folder","owner_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "document_files" ADD COLUMN "stored_in" text DEFAULT 'database' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_files" ADD COLUMN "stored_in" text DEFAULT 'database' NOT NULL;--> statement-breakpoint
CREATE INDEX "removed_objects_time" ON "removed_objects" USING btree ("removed_at");
--> statement-breakpoint
CREATE FUNCTION public.note_removed_object() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	INSERT INTO removed_objects (folder, owner_id, file_id)
	VALUES (TG_ARGV[0], (to_jsonb(OLD) ->> TG_ARGV[1])::integer, OLD.id)
	ON CONFLICT (folder, owner_id, file_id) DO UPDATE SET removed_at = now();
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER document_files_removed AFTER DELETE ON document_files FOR EACH ROW
	WHEN (OLD.stored_in <> 'database') EXECUTE FUNCTION public.note_removed_object('documents', 'knowledge_base_id');
--> statement-breakpoint
CREATE TRIGGER session_files_removed AFTER DELETE ON session_files FOR EACH ROW
	WHEN (OLD.stored_in <> 'database') EXECUTE FUNCTION public.note_removed_object('conversations', 'user_id');
