export function NameList({ names }: { names: string[] }) {
  return (
    <ul className="list-disc pl-5 text-ink-2">
      {[...new Set(names)].map((name) => (
        <li key={name} className="wrap-anywhere">
          {name}
        </li>
      ))}
    </ul>
  );
}
