/** A form to sign in with, and nothing else: what React itself takes until it stands there. */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <main>
      <h1>Entrar</h1>
      <p>Use o e-mail e a senha da sua conta.</p>
      <form onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="email">E-mail</label>
        <input id="email" type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
        <label htmlFor="password">Senha</label>
        <input
          id="password"
          type="password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <button type="submit">Entrar</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<Page />);
