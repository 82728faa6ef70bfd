/** What the record of administration keeps of bases and documents: names and sizes, never a text. */

export const baseNamed = ({ id, name }: { id: number; name: string }) => ({
  object_type: 'knowledge_base' as const,
  object_id: id,
  object_name: name,
});

export const documentNamed = ({ id, original_filename }: { id: number; original_filename: string }) => ({
  object_type: 'document' as const,
  object_id: id,
  object_name: original_filename,
});
