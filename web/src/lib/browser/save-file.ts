/** Hands the reader a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
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
