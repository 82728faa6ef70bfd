/** Makes a draft from an exported file, and says what of it could not be found in this installation. */
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Agent, type AgentFile, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { NameList } from '../name-list.tsx';
import { keepAgent } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.import;
/** The largest request body that the server accepts. */
const FILE_MAX_BYTES = 1024 * 1024;

type Imported = { agent: Agent; missing: string[]; left_out: string[] };

export function ImportAgent() {
  const cache = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  const load = useTask(async (file: File) => {
    setRefused(null);
    if (file.size > FILE_MAX_BYTES) return setRefused(texts.tooLarge);
    const body = agentFileOf(await file.text());
    if (!body) return setRefused(texts.notAnAgent);
    const result = await call(agentsApi.importFile, { body });
    await keepAgent(cache, result.agent);
    setImported(result);
  });
  const forget = () => {
    setRefused(null);
    load.forgive();
  };

  return (
    <>
      <Button icon={<Upload />} busy={load.busy} onClick={() => picker.current?.click()}>
        {load.busy ? texts.busy : all.importAgent}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label={all.importAgent}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after it was mended.
          event.target.value = '';
          if (file) load.run(file);
        }}
      />
      {(refused || load.failure !== null) && (
        <Modal
          open
          size="small"
          title={texts.failed}
          onClose={forget}
          footer={<Button onClick={forget}>{texts.close}</Button>}
        >
          <Alert title={refused ?? failureText(load.failure, texts.failed)} />
        </Modal>
      )}
      {imported && <ImportResult {...imported} onClose={() => setImported(null)} />}
    </>
  );
}

/** The server checks the whole of it; here only whether it is one of ours at all. */
function agentFileOf(text: string): AgentFile | null {
  try {
    const value: unknown = JSON.parse(text);
    const ours = typeof value === 'object' && value !== null && 'format' in value;
    return ours && value.format === 'prosa-agent' ? (value as unknown as AgentFile) : null;
  } catch {
    return null;
  }
}

function ImportResult({ agent, missing, left_out, onClose }: Imported & { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Modal
      open
      size="small"
      title={texts.done(agent.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button variant="primary" onClick={() => void navigate(paths.adminAgent(agent.id))}>
            {texts.open}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {missing.length === 0 && left_out.length === 0 && <Alert tone="ok" title={texts.complete} />}
        {missing.length > 0 && (
          <Alert tone="warn" title={texts.missing}>
            <NameList names={missing} />
          </Alert>
        )}
        {left_out.length > 0 && (
          <Alert tone="warn" title={texts.leftOut}>
            <NameList names={left_out} />
          </Alert>
        )}
      </div>
    </Modal>
  );
}
