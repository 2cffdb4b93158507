import {createServer, type IncomingMessage, type ServerResponse, request as send} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import type {ExecutionContext} from 'ava';
import type {Random} from '../../model/random.js';
import {waitFor} from '../wait-for.js';

/** Faults of a proxy: instead of a request to the server, during the request, or in the answer. */
const faults = {
	page: (_, response) => response.end('<html>Maintenance</html>'),
	nothing: (_, response) => response.end(),
	noContent: (_, response) => response.writeHead(204).end(),
	redirect: (_, response) => response.writeHead(302, {Location: '/login'}).end(),
	badGateway: (_, response) => response.writeHead(502).end('<html>Bad Gateway</html>'),
	busy: (_, response) => response.writeHead(429).end(),
	closed: (_, response) => response.destroy(),
	halfSent: async (asked, response) => {
		await asked.ask(asked.body.subarray(0, asked.body.length / 2), true);
		response.destroy();
	},
	// Ends the body between two rows, as if it were complete.
	endedEarly: async (asked, response) => {
		await asked.ask(asked.body.subarray(0, asked.body.lastIndexOf('\n', asked.body.length / 2)));
		response.destroy();
	},
	lostAnswer: async (asked, response) => {
		await asked.ask(asked.body);
		response.destroy();
	},
	lateGateway: async (asked, response) => {
		await asked.ask(asked.body);
		response.writeHead(504).end('<html>Gateway Timeout</html>');
	},
	pageAfterwards: async (asked, response) => {
		await asked.ask(asked.body);
		response.end('<html>Login</html>');
	},
	withoutHeaders: async (asked, response) => {
		const {status, text} = await asked.ask(asked.body);
		response.writeHead(status).end(text);
	},
	cutAnswer: async (asked, response) => {
		const {status, headers, text} = await asked.ask(asked.body);
		response.writeHead(status, {...headers, 'content-length': text.length + 10});
		response.write(text, () => response.destroy());
	},
} satisfies Record<string, (asked: Asked, response: ServerResponse) => unknown>;

type Answered = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly text: Buffer;
};

type Asked = {
	readonly body: Buffer;
	/** Sends the request to the server. With `isCut`, the request never ends. */
	ask(body: Buffer, isCut?: boolean): Promise<Answered>;
};

/** A proxy of a server that fails for a given share of the requests. */
export class FailingProxy {
	/** Number of faults by kind. */
	readonly done = new Map<string, number>();
	/** Share of all requests that fail. */
	share = 0;
	readonly #target: number;
	readonly #random: Random;
	readonly #server = createServer((request, response) => void this.#answer(request, response));

	private constructor(target: number, random: Random) {
		this.#target = target;
		this.#random = random;
	}

	/** Starts a proxy of a port of this machine, until the end of the test. */
	static async start(t: ExecutionContext, target: number, random: Random): Promise<FailingProxy> {
		const proxy = new FailingProxy(target, random);
		proxy.#server.listen(0, '127.0.0.1');
		t.teardown(() => {
			proxy.#server.closeAllConnections();
			proxy.#server.close();
		});
		await waitFor(() => proxy.#server.listening);
		return proxy;
	}

	/** Returns the address of this database. */
	address(database: string): string {
		return `clickhouse://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${database}`;
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await buffer(request).catch(() => undefined);
		if (body === undefined) {
			return;
		}
		const asked: Asked = {body, ask: (sent, isCut) => this.#ask(request, sent, isCut)};
		if (this.#random.next() < this.share) {
			const names = Object.keys(faults) as Array<keyof typeof faults>;
			const name = names[this.#random.below(names.length)] ?? 'closed';
			this.done.set(name, (this.done.get(name) ?? 0) + 1);
			await faults[name](asked, response);
			return;
		}
		const {status, headers, text} = await asked.ask(body);
		response.writeHead(status, headers).end(text);
	}

	async #ask({url, headers}: IncomingMessage, body: Buffer, isCut = false): Promise<Answered> {
		const {connection: _, 'transfer-encoding': __, 'content-length': ___, ...others} = headers;
		return new Promise((resolve, reject) => {
			const request = send(
				{host: '127.0.0.1', port: this.#target, method: 'POST', path: url, headers: others},
				answer => {
					const {'transfer-encoding': ____, connection: _____, ...rest} = answer.headers;
					buffer(answer).then(text => resolve({status: answer.statusCode ?? 0, headers: rest, text}), reject);
				},
			);
			request.on('error', error =>
				isCut ? resolve({status: 0, headers: {}, text: Buffer.alloc(0)}) : reject(error),
			);
			if (isCut) {
				request.write(body, () => request.destroy(new Error('cut')));
			} else {
				request.end(body);
			}
		});
	}
}
