/** The page that checks receipts, with and without an account. */
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { readReceiptCode } from '#contract/receipts.ts';
import { failureWords } from '../../api/error-message.ts';
import { apiHosts } from '../../api/hosts.ts';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Brandmark } from '../../ui/display/brandmark.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { useHasTokens } from '../session/use-me.tsx';
import { type Checked, checkCode, checkFile } from './check.ts';
import { CheckedReceipt } from './checked-receipt.tsx';
import { texts } from './texts.ts';

export function CheckScreen() {
  useTitle(texts.tab);
  const { code } = useParams();
  return (
    <main className="mx-auto grid w-full max-w-[760px] content-start gap-6 px-6 py-10 phone:px-4 phone:py-6">
      <Link to={paths.login} className="w-fit">
        <Brandmark />
      </Link>
      <header>
        <h1 className="text-[34px] phone:text-[28px]">{texts.title}</h1>
        <p className="mt-2 text-ink-2">{texts.line}</p>
      </header>
      <Check key={code ?? ''} code={code} />
    </main>
  );
}

function Check({ code }: { code: string | undefined }) {
  const isSignedIn = useHasTokens();
  const isOpen = useIsPublic();
  const mayAsk = isSignedIn || isOpen === true;
  const [checked, setChecked] = useState<Checked | null>(null);
  const checking = useTask(async (what: string | File) => {
    setChecked(null);
    setChecked(
      typeof what === 'string' ? await checkCode(what, isSignedIn) : await checkFile(what, isSignedIn),
    );
  });
  const { run } = checking;
  useEffect(() => {
    if (code && mayAsk) run(code);
  }, [code, mayAsk, run]);
  const takesCode = mayAsk || isOpen === null;
  return (
    <>
      {takesCode ? <CodeForm code={code ?? ''} busy={checking.busy} /> : <SignInFirst />}
      <FilePlace
        title={takesCode ? texts.drop : texts.dropOnly}
        busy={checking.busy}
        onFile={(file) => checking.run(file)}
      />
      {checking.failure !== null && <Alert {...failureWords(checking.failure, texts.checkFailed)} />}
      {checking.busy && (
        <p role="status" className="flex items-center gap-2 text-ink-2">
          <Spinner /> {texts.checking}
        </p>
      )}
      {checked && <CheckedReceipt checked={checked} />}
    </>
  );
}

/** Null while it is asked. */
function useIsPublic(): boolean | null {
  const [isPublic, setPublic] = useState<boolean | null>(null);
  useEffect(() => {
    void apiHosts().then(({ receipts_public }) => setPublic(receipts_public));
  }, []);
  return isPublic;
}

function SignInFirst() {
  return (
    <Alert tone="info" title={texts.signIn} line={texts.signInLine}>
      <Link to={paths.login} className="font-medium text-brand underline underline-offset-4">
        {texts.enter}
      </Link>
    </Alert>
  );
}

function CodeForm({ code, busy }: { code: string; busy: boolean }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  const [isChecked, setChecked] = useState(false);
  const read = readReceiptCode(typed);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (read) void navigate(paths.receiptCode(read));
      }}
      className="flex flex-wrap items-start gap-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <Field
          label={texts.code}
          hint={texts.codeHint}
          error={isChecked && !read ? texts.codeWrong : null}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" variant="primary" busy={busy} className="mt-[27px] slim:mt-0 slim:w-full">
        {texts.check}
      </Button>
    </form>
  );
}

type FilePlaceProps = { title: string; busy: boolean; onFile: (file: File) => void };

function FilePlace({ title, busy, onFile }: FilePlaceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <section
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={`${cardLook} grid justify-items-center gap-2 border-dashed p-6 text-center ${isOver ? 'border-brand bg-brand-soft' : ''}`}
    >
      <p className="font-medium">{title}</p>
      <p className="text-small text-ink-2">{texts.dropHint}</p>
      <input
        ref={input}
        type="file"
        accept=".pdf,.json,application/pdf,application/json"
        aria-label={texts.choose}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <Button icon={<Upload />} disabled={busy} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
    </section>
  );
}
