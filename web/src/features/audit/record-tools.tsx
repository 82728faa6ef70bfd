/** Taking the record along, and making sure that nobody has changed it. */
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { auditApi } from '#contract/audit.ts';
import type { Answer } from '#contract/endpoint.ts';
import { call } from '../../api/client.ts';
import { failureWords } from '../../api/error-message.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { type AuditFilters, queryOf } from './audit-filters.ts';
import { texts } from './texts.ts';

type Verdict = Answer<typeof auditApi.verify>;

export function useRecordTools(filters: AuditFilters) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const download = useTask(async () => {
    const { blob, filename } = await call(auditApi.file, { query: queryOf(filters) });
    saveFile(filename, blob);
  });
  const verify = useTask(async () => {
    setVerdict(null);
    setVerdict(await call(auditApi.verify, {}));
  });
  return { download, verify, verdict };
}

type RecordTools = ReturnType<typeof useRecordTools>;

export function RecordButtons({ download, verify }: RecordTools) {
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button icon={<ShieldCheck />} busy={verify.busy} onClick={verify.run}>
        {texts.verify}
      </Button>
      <Button icon={<Download />} busy={download.busy} onClick={download.run}>
        {texts.download}
      </Button>
    </div>
  );
}

export function RecordNews({ download, verify, verdict }: RecordTools) {
  return (
    <>
      {download.failure !== null && <Alert {...failureWords(download.failure, texts.downloadFailed)} />}
      {verify.failure !== null && <Alert {...failureWords(verify.failure, texts.verifyFailed)} />}
      {verdict?.intact && (
        <Alert
          tone="ok"
          title={texts.intact(formatNumber(verdict.entries), verdict.entries === 1)}
          line={texts.intactLine(verdict.with_erased_words, formatNumber(verdict.with_erased_words))}
        />
      )}
      {verdict && !verdict.intact && (
        <Alert
          title={texts.broken}
          line={verdict.broken_at === null ? texts.brokenSomewhere : texts.brokenAt(verdict.broken_at)}
        />
      )}
    </>
  );
}
