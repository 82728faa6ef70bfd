/** Further actions on a finished answer: its receipt, a link up to it, files of it, and going on from it elsewhere. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Ellipsis, GitBranch, Share2, Stamp } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { chatApi } from '#contract/chat.ts';
import { EXPORT_FORMATS, type ExportFormat, exportsApi } from '#contract/exports.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { newKey } from '../../../api/request.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { sessionQuery, sessionsKey } from '../stream/queries.ts';
import { texts } from './texts.ts';

const { Component: ReceiptDialog } = fetched(
  async () => (await import('./receipt-dialog.tsx')).ReceiptDialog,
);

const { Component: ShareDialog } = fetched(async () => (await import('./share-dialog.tsx')).ShareDialog);

type AnswerMenuProps = {
  sessionId: string;
  messageId: number;
  /** The answer came to its end: only then it can be signed. */
  isDone: boolean;
};

export function AnswerMenu({ sessionId, messageId, isDone }: AnswerMenuProps) {
  // Once opened, the dialog stays mounted, so that it can give the focus back.
  const [dialog, setDialog] = useState<'open' | 'closed' | null>(null);
  const [sharing, setSharing] = useState<'open' | 'closed' | null>(null);
  const saving = useSaving(messageId);
  const branching = useBranch(sessionId, messageId);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <IconButton label={texts.more} busy={saving.busy || branching.busy} className="text-ink-3">
            <Ellipsis />
          </IconButton>
        }
      >
        {isDone && (
          <MenuItem icon={<Stamp />} onSelect={() => setDialog('open')}>
            {texts.receipt}
          </MenuItem>
        )}
        {branching.isOffered && (
          <MenuItem icon={<GitBranch />} onSelect={() => branching.run()}>
            {texts.branch}
          </MenuItem>
        )}
        {isDone && branching.isOffered && (
          <MenuItem icon={<Share2 />} onSelect={() => setSharing('open')}>
            {texts.shareUpTo}
          </MenuItem>
        )}
        {EXPORT_FORMATS.map((format) => (
          <MenuItem key={format} icon={<Download />} onSelect={() => saving.run(format)}>
            {texts.save[format]}
          </MenuItem>
        ))}
      </Menu>
      <MenuFailure failure={saving.failure} text={texts.saveFailed} />
      <MenuFailure failure={branching.failure} text={texts.branchFailed} />
      {branching.shortened && <ShortenedBranch {...branching.shortened} />}
      {sharing && (
        <Suspense fallback={null}>
          <ShareDialog
            sessionId={sessionId}
            messageId={messageId}
            open={sharing === 'open'}
            onClose={() => setSharing('closed')}
          />
        </Suspense>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <ReceiptDialog messageId={messageId} open={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  );
}

function MenuFailure({ failure, text }: { failure: unknown; text: string }) {
  if (failure === null) return null;
  return (
    <span role="alert" className="ml-1 text-tiny text-danger">
      {failureText(failure, text)}
    </span>
  );
}

/** Not all records were copied, so that the new conversation is not opened before its reader knows. */
function ShortenedBranch({ id, left_out }: { id: string; left_out: number }) {
  return (
    <span role="status" className="ml-1 text-tiny">
      {texts.leftOut(left_out)}{' '}
      <Link to={paths.chatSession(id)} className="link">
        {texts.openBranch}
      </Link>
    </span>
  );
}

const useSaving = (messageId: number) =>
  useTask(async (format: ExportFormat) => {
    const { filename, blob } = await call(exportsApi.answer, {
      params: { id: messageId },
      query: { format },
    });
    saveFile(filename, blob);
  });

/** «Continuar daqui em outra conversa»: not offered in test chats, which have no page of their own. */
function useBranch(sessionId: string, messageId: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [shortened, setShortened] = useState<{ id: string; left_out: number }>();
  const key = useRef(newKey());
  const task = useTask(async () => {
    const { session, left_out } = await call(
      chatApi.branch,
      { params: { id: sessionId }, body: { message_id: messageId } },
      { idempotencyKey: key.current },
    );
    key.current = newKey();
    void client.invalidateQueries({ queryKey: sessionsKey });
    if (left_out) setShortened({ id: session.id, left_out });
    else void navigate(paths.chatSession(session.id));
  });
  const { data: known } = useQuery({ ...sessionQuery(sessionId), enabled: false });
  return { ...task, shortened, isOffered: known !== undefined && !known.is_test };
}
