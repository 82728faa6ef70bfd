/** The check box of a row, as large as a finger on phones; its label is for those who do not see the row. */
type PickBoxProps = { label: string; checked: boolean; onChange: () => void };

export function PickBox({ label, checked, onChange }: PickBoxProps) {
  return (
    <label className="flex items-center phone:min-h-11 phone:min-w-11 phone:justify-center">
      <span className="sr-only">{label}</span>
      <input type="checkbox" checked={checked} onChange={onChange} className="size-4 accent-brand" />
    </label>
  );
}
