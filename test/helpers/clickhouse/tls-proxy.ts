import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import {createServer} from 'node:tls';
import type {ExecutionContext} from 'ava';
import {waitFor} from '../wait-for.js';

/** Creates the files of a self-signed certificate for 127.0.0.1 and of its key. */
export type Certificate = {readonly cert: string; readonly key: string};

export function certificate(directory: string, name: string): Certificate {
	const [cert, key] = [join(directory, `${name}.pem`), join(directory, `${name}.key`)];
	const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
	execFileSync(
		'openssl',
		['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert],
		{stdio: 'ignore'},
	);
	return {cert, key};
}

/** Forwards encrypted connections to a port of this machine until the test ends. Returns the port of the proxy. */
export async function startTlsProxy(
	t: ExecutionContext,
	target: number,
	{cert, key}: Certificate,
): Promise<number> {
	const proxy = createServer({cert: readFileSync(cert), key: readFileSync(key)}, socket => {
		const server = connect(target, '127.0.0.1');
		socket.pipe(server).pipe(socket);
		for (const one of [socket, server]) {
			one.on('error', () => {});
		}
	});
	proxy.on('tlsClientError', () => {});
	proxy.listen(0, '127.0.0.1');
	t.teardown(() => proxy.close());
	await waitFor(() => proxy.listening);
	return (proxy.address() as {port: number}).port;
}
