import {createServer, type Server} from 'node:net';

async function listening(): Promise<Server> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => resolve(server));
	});
}

/** Returns free ports of the loopback address. */
export async function freePorts(count: number): Promise<readonly number[]> {
	// All at once, so that no port is returned twice.
	const servers = await Promise.all(Array.from({length: count}, listening));
	return Promise.all(
		servers.map(server => {
			const address = server.address();
			const port = typeof address === 'object' && address !== null ? address.port : 0;
			return new Promise<number>(resolve => server.close(() => resolve(port)));
		}),
	);
}
