/** Whether the sidebar is open: what was saved, else open on a wide window and closed on a phone. */
export function isSidebarOpen(saved: string | null, mobile: boolean): boolean {
  return saved === null ? !mobile : saved === 'true';
}
