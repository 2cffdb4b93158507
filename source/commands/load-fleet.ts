/** Loads what only `ship` and `--store` need, so that nothing else waits for its code. */
export async function loadFleet() {
	return import('../fleet/fleet.js');
}
