import type {ExecutionContext} from 'ava';
import {Engine} from './engine.js';
import {freePorts} from './free-ports.js';

/** Starts two engines as the shards of the cluster `fleet`, until the end of the test. */
export async function startTwoShards(
	t: ExecutionContext,
): Promise<{readonly first: Engine; readonly second: Engine}> {
	const [http1 = 0, tcp1 = 0, http2 = 0, tcp2 = 0] = await freePorts(4);
	const clusters = {fleet: [tcp1, tcp2]};
	const first = await Engine.start({clusters, ports: [http1, tcp1]});
	t.teardown(() => first.remove());
	const second = await Engine.start({clusters, ports: [http2, tcp2]});
	t.teardown(() => second.remove());
	return {first, second};
}
