/** Hands the reader a file that was made here. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(name);
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Without what file systems refuse. */
export function fileNameOf(name: string): string {
  return name.replace(/[\p{Cc}<>:"/\\|?*]+/gu, '-').replace(/^[.\s-]+/, '');
}
