/** In the header of a conversation: a link to it, and files of all of it. */
import { Download, Ellipsis, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat, exportsApi } from '#contract/exports.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { useTask } from '../../../lib/use-task.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { texts as all } from './texts.ts';

const texts = all.conversation;

const { Component: ShareDialog } = fetched(async () => (await import('./share-dialog.tsx')).ShareDialog);

export function ConversationMenu({ sessionId }: { sessionId: string }) {
  const [sharing, setSharing] = useState<'open' | 'closed' | null>(null);
  const saving = useTask(async (format: ExportFormat) => {
    const { filename, blob } = await call(exportsApi.conversation, {
      params: { id: sessionId },
      query: { format },
    });
    saveFile(filename, blob);
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.more} busy={saving.busy} className="text-ink-3">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Share2 />} onSelect={() => setSharing('open')}>
          {all.share.open}
        </MenuItem>
        {EXPORT_FORMATS.map((format) => (
          <MenuItem key={format} icon={<Download />} onSelect={() => saving.run(format)}>
            {texts.save[format]}
          </MenuItem>
        ))}
      </Menu>
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialog sessionId={sessionId} open={sharing === 'open'} onClose={() => setSharing('closed')} />
        </Suspense>
      )}
      {saving.failure !== null && (
        <span role="alert" className="text-tiny text-danger">
          {failureText(saving.failure, texts.saveFailed)}
        </span>
      )}
    </>
  );
}
