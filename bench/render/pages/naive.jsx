/** What most people write first. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { feed } from './feed.js';

function Page() {
  const [text, setText] = useState('');
  useEffect(() => {
    window.begin = () => void feed(setText, () => window.finished());
  }, []);
  return <ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>;
}

createRoot(document.getElementById('root')).render(<Page />);
