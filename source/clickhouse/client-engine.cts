// A module of its own that is CommonJS: it is loaded only by those who have ClickHouse, and takes 25 ms.
module.exports = require('@clickhouse/client');
