// A separate CommonJS module. Only users of ClickHouse load it, because it takes 25 ms.
module.exports = require('@clickhouse/client');
