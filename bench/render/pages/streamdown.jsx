/** streamdown as its manual shows it: told that the text grows, and when it has stopped growing. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';
import { feed } from './feed.js';

function Page() {
  const [text, setText] = useState('');
  const [growing, setGrowing] = useState(true);
  useEffect(() => {
    const end = () => {
      setGrowing(false);
      window.finished();
    };
    window.begin = () => void feed(setText, end);
  }, []);
  return <Streamdown isAnimating={growing}>{text}</Streamdown>;
}

createRoot(document.getElementById('root')).render(<Page />);
