/** Time without a request after which a visit ends, in ms. */
export const silence = 30 * 60_000;

/** Number of slots of an empty table, 1 MB. */
const firstSlots = 65_536;

/** Maximum share of occupied slots. A smaller table is faster, because more of it is in the CPU cache. */
const maxLoad = 0.6;

/** Number of slots from which clients move at once. */
const slotsAtOnce = 65_536;

/** Number of requests whose hashes are computed together. */
const hashesAtOnce = 256;
const hashes = new Int32Array(hashesAtOnce);
const firstWords = new Uint32Array(hashesAtOnce);

/** Number of possible counts of leading zeros in 32 bits. */
const kinds = 33;

/** Requests sorted by time, by index. */
export type RequestList = {
	readonly addresses: Uint32Array;
	readonly agents: Uint32Array;
	readonly times: Float64Array;
};

/** Counts clients and their visits, from requests sorted by time. */
export type VisitTable = {
	/** Number of added requests. */
	readonly requests: number;
	/** Number of clients. */
	readonly clients: number;
	/** Number of visits. */
	readonly visits: number;
	/** True if both numbers are exact. */
	readonly isExact: boolean;
	/**
	 * Adds requests of a list, from `first` up to but excluding `end`. Addresses and agents are numbers from 1; 0 if unknown. A
	 * request without an address or an agent isn't added. Times are in ms. Returns the index of the first request that is left to add
	 * once `rebuild` has returned true.
	 */
	addAll(list: RequestList, first: number, end: number): number;
	/** Moves some clients to another table: 3 ms of work. Returns true if none are left to move. */
	rebuild(): boolean;
};

/** Creates a table for numbers up to `addresses` and `agents`. With more than `maxClients` clients, it estimates. */
export function visitTable(addresses: number, agents: number, maxClients: number): VisitTable {
	return (addresses + 1) * (agents + 1) <= maxClients
		? new FewClients(addresses, agents)
		: new ManyClients(maxClients);
}

/** A list of all possible clients. A request takes 33 % of the time of a hash table. */
class FewClients implements VisitTable {
	readonly isExact = true;
	requests = 0;
	clients = 0;
	visits = 0;
	readonly #agents: number;
	/** By client, the time of its last request; -Infinity before its first request. */
	readonly #times: Float64Array;

	constructor(addresses: number, agents: number) {
		this.#agents = agents + 1;
		this.#times = new Float64Array((addresses + 1) * this.#agents).fill(Number.NEGATIVE_INFINITY);
	}

	rebuild(): boolean {
		return true;
	}

	addAll({addresses, agents, times}: RequestList, first: number, end: number): number {
		const [lasts, width] = [this.#times, this.#agents];
		let [requests, clients, visits] = [0, 0, 0];
		for (let index = first; index < end; index++) {
			const address = addresses[index] ?? 0;
			const agent = agents[index] ?? 0;
			if (address === 0 || agent === 0) {
				continue;
			}
			const client = address * width + agent;
			const time = times[index] ?? 0;
			const last = lasts[client] ?? 0;
			// Branches would be mispredicted.
			clients += last === Number.NEGATIVE_INFINITY ? 1 : 0;
			visits += time - last >= silence ? 1 : 0;
			lasts[client] = time > last ? time : last;
			requests++;
		}
		this.requests += requests;
		this.clients += clients;
		this.visits += visits;
		return end;
	}
}

/**
 * A hash table of clients with open addressing.
 *
 * With more than `maxClients` it keeps the clients whose hashes are in half of all hashes, later in a quarter, …, and counts each
 * for two, four, … (distinct sampling, Gibbons 2001). They are a random sample of the clients, with all their visits.
 */
class ManyClients implements VisitTable {
	requests = 0;
	readonly #maxClients: number;
	/** By hash, four words for each slot: the address and the agent of a client, and a time. An address of 0 marks a free slot. */
	#words = new Uint32Array(4 * firstSlots);
	/** The same memory: the second number of each slot is the time of the client's last request. */
	#times = new Float64Array(this.#words.buffer);
	#clients = 0;
	/** Number of visits by the number of leading zeros of the client's hash. */
	readonly #visits = new Float64Array(kinds);
	/** Minimum number of leading zeros of the hashes of kept clients. */
	#zeros = 0;
	/** The table from which clients move, and its next slot. */
	#before: {readonly words: Uint32Array; readonly times: Float64Array; readonly next: number} | undefined;

	constructor(maxClients: number) {
		this.#maxClients = maxClients;
	}

	get clients(): number {
		return this.#clients * 2 ** this.#zeros;
	}

	get visits(): number {
		return this.#visits.subarray(this.#zeros).reduce((sum, visits) => sum + visits, 0) * 2 ** this.#zeros;
	}

	get isExact(): boolean {
		return this.#zeros === 0;
	}

	addAll({addresses, agents, times}: RequestList, first: number, end: number): number {
		const visits = this.#visits;
		const [words, lasts] = [this.#words, this.#times];
		const mask = words.length / 4 - 1;
		let hashed = first;
		for (let index = first; index < end; index++) {
			if (index === hashed) {
				hashed = Math.min(end, index + hashesAtOnce);
				hashAll(addresses, agents, index, hashed, words);
			}
			const address = addresses[index] ?? 0;
			const agent = agents[index] ?? 0;
			const time = times[index] ?? 0;
			if (address === 0 || agent === 0) {
				continue;
			}
			this.requests++;
			const hash = hashes[index % hashesAtOnce] ?? 0;
			const zeros = Math.clz32(hash);
			if (zeros < this.#zeros) {
				continue;
			}
			let slot = hash & mask;
			let other = words[4 * slot] ?? 0;
			while (other !== 0 && (other !== address || words[4 * slot + 1] !== agent)) {
				slot = (slot + 1) & mask;
				other = words[4 * slot] ?? 0;
			}
			if (other !== 0) {
				const last = lasts[2 * slot + 1] ?? 0;
				visits[zeros] = (visits[zeros] ?? 0) + (time - last >= silence ? 1 : 0);
				lasts[2 * slot + 1] = time > last ? time : last;
				continue;
			}
			words[4 * slot] = address;
			words[4 * slot + 1] = agent;
			lasts[2 * slot + 1] = time;
			visits[zeros] = (visits[zeros] ?? 0) + 1;
			if (++this.#clients > this.#maxClients) {
				this.#zeros++;
				this.#open(words.length);
				return index + 1;
			}
			if (this.#clients > maxLoad * mask) {
				this.#open(2 * words.length);
				return index + 1;
			}
		}
		return end;
	}

	/** Begins to move the clients whose hashes have enough leading zeros to a table of `length` words. */
	#open(length: number): void {
		this.#before = {words: this.#words, times: this.#times, next: 0};
		this.#words = new Uint32Array(length);
		this.#times = new Float64Array(this.#words.buffer);
		this.#clients = 0;
	}

	rebuild(): boolean {
		if (this.#before === undefined) {
			return true;
		}
		const {words, times, next} = this.#before;
		const [own, ownTimes] = [this.#words, this.#times];
		const mask = own.length / 4 - 1;
		const end = Math.min(words.length / 4, next + slotsAtOnce);
		for (let from = next; from < end; from++) {
			const [address, agent] = [words[4 * from] ?? 0, words[4 * from + 1] ?? 0];
			const hash = hashOf(address, agent);
			if (address !== 0 && Math.clz32(hash) >= this.#zeros) {
				let slot = hash & mask;
				while (own[4 * slot] !== 0) {
					slot = (slot + 1) & mask;
				}
				own[4 * slot] = address;
				own[4 * slot + 1] = agent;
				ownTimes[2 * slot + 1] = times[2 * from + 1] ?? 0;
				this.#clients++;
			}
		}
		this.#before = end < words.length / 4 ? {words, times, next: end} : undefined;
		if (this.#before === undefined && this.#clients > this.#maxClients) {
			this.#zeros++;
			this.#open(own.length);
		}
		return this.#before === undefined;
	}
}

/**
 * Computes the hashes of requests, and reads the first word of their slots. The CPU reads several at once, because they are
 * independent; `addAll` then finds them in the cache, which halves its time.
 */
function hashAll(
	addresses: Uint32Array,
	agents: Uint32Array,
	first: number,
	end: number,
	words: Uint32Array,
): void {
	const mask = words.length / 4 - 1;
	for (let index = first; index < end; index++) {
		const hash = hashOf(addresses[index] ?? 0, agents[index] ?? 0);
		hashes[index % hashesAtOnce] = hash;
		firstWords[index % hashesAtOnce] = words[4 * (hash & mask)] ?? 0;
	}
}

/** Returns a hash of 32 bits. The finalizer of MurmurHash3 makes the hashes of similar numbers dissimilar. */
function hashOf(address: number, agent: number): number {
	let hash = Math.imul(address, 0x9e3779b1) ^ Math.imul(agent, 0x85ebca77);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return hash ^ (hash >>> 16);
}
