/** An e-mail address. Where it is longer than its place, its domain stands on the next line. */
export function Address({ text }: { text: string }) {
  const [name, ...domain] = text.split('@');
  return (
    <>
      {name}
      {domain.length > 0 && (
        <>
          <wbr />@{domain.join('@')}
        </>
      )}
    </>
  );
}
