export async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${body}`);
  const { data } = JSON.parse(body) as { data: { access_token: string; refresh_token: string } };
  return { token: data.access_token, refresh_token: data.refresh_token };
}
