//! What is kept of a table: its other columns, types and metadata. Also several tables in one run.

use crate::place::Place;
use crate::tables::{binary, column, converted, digests, expected, read, rows, table, write};
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Float32Type, Int32Type};
use arrow_array::{ArrayRef, BooleanArray, Decimal128Array, DictionaryArray, FixedSizeBinaryArray, Int64Array};
use arrow_array::{LargeStringArray, ListArray, RecordBatch, StringArray, StructArray, TimestampMicrosecondArray};
use arrow_schema::{DataType, Field};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, FixedLenByteArray, FixedLenByteArrayType, Int96, Int96Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{ReaderProperties, WriterProperties, WriterVersion};
use parquet::file::reader::RowGroupReader;
use parquet::file::serialized_reader::SerializedRowGroupReader;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::fs::File;
use std::sync::Arc;

/// A table with many types.
fn columns() -> RecordBatch {
    let count = 2000;
    let numbers = Int64Array::from_iter_values(0..count);
    let names: Vec<String> = (0..count).map(|i| format!("name {}", i % 50)).collect();
    let names = || names.iter().enumerate().map(|(i, name)| (i % 11 != 5).then_some(name.as_str()));
    let lists =
        (0..count as usize).map(|i| (i % 4 != 1).then(|| vec![Some(i as f32), None, Some(0.5)][..i % 4].to_vec()));
    let part = StructArray::from(vec![(
        Arc::new(Field::new("name", DataType::Utf8, true)),
        Arc::new(names().collect::<StringArray>()) as ArrayRef,
    )]);
    let money = Decimal128Array::from_iter_values((0..count).map(i128::from)).with_precision_and_scale(20, 2).unwrap();
    let times = TimestampMicrosecondArray::from_iter_values(0..count).with_timezone("Europe/Rome");
    table([
        ("number", Arc::new(numbers) as ArrayRef),
        ("key", binary(&rows(count as usize))),
        ("name", Arc::new(names().collect::<LargeStringArray>())),
        ("dictionary", Arc::new(names().collect::<DictionaryArray<Int32Type>>())),
        ("list", Arc::new(ListArray::from_iter_primitive::<Float32Type, _, _>(lists))),
        ("part", Arc::new(part)),
        ("money", Arc::new(money)),
        ("time", Arc::new(times)),
        ("flag", Arc::new((0..count).map(|i| Some(i % 3 == 0)).collect::<BooleanArray>())),
    ])
}

#[test]
fn columns_types_and_metadata_are_kept() {
    let place = Place::new();
    let columns = columns();
    let entry = KeyValue::new("owner".to_owned(), "somebody".to_owned());
    for (version, compression) in [
        (WriterVersion::PARQUET_1_0, Compression::UNCOMPRESSED),
        (WriterVersion::PARQUET_2_0, Compression::UNCOMPRESSED),
        (WriterVersion::PARQUET_1_0, Compression::ZSTD(Default::default())),
        (WriterVersion::PARQUET_2_0, Compression::ZSTD(Default::default())),
    ] {
        let properties = WriterProperties::builder()
            .set_writer_version(version)
            .set_compression(compression)
            .set_max_row_group_size(700)
            .set_data_page_size_limit(5000)
            .set_key_value_metadata(Some(vec![entry.clone()]));
        write(&place, "table.parquet", &columns, Some(properties.build()));
        column(&place).args(["--name", "digest", "table.parquet"]).prints("");
        let (made, metadata) = read(&place, "out.parquet");
        assert_begins_with(&made, &columns);
        let last = made[0].schema();
        assert_eq!(last.field(columns.num_columns()), &Field::new("digest", DataType::FixedSizeBinary(32), true));
        let entries = metadata.file_metadata().key_value_metadata().unwrap();
        assert!(entries.contains(&entry) && entries.len() == 2, "{entries:?}");
    }
    let encoded = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_column_encoding("key".into(), parquet::basic::Encoding::DELTA_BYTE_ARRAY)
        .set_column_encoding("name".into(), parquet::basic::Encoding::DELTA_LENGTH_BYTE_ARRAY);
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        write(&place, "table.parquet", &columns, Some(encoded.clone().set_writer_version(version).build()));
        column(&place).args(["--name", "digest", "table.parquet"]).prints("");
        let (made, _) = read(&place, "out.parquet");
        assert_begins_with(&made, &columns);
        assert!(digests(&place, "out.parquet", "digest") == expected("sha3-256", &rows(2000), 32));
    }
}

/// Compares the first columns of the batches with those of a table.
fn assert_begins_with(batches: &[RecordBatch], table: &RecordBatch) {
    let mut begin = 0;
    for batch in batches {
        let places: Vec<usize> = (0..table.num_columns()).collect();
        let first = batch.project(&places).unwrap();
        assert_eq!(first.schema().fields(), table.schema().fields());
        assert_eq!(first.columns(), table.slice(begin, batch.num_rows()).columns());
        begin += batch.num_rows();
    }
    assert_eq!(begin, table.num_rows());
}

/// Spark, pandas and others read their own list of columns, if there is one. A list that can't be extended is dropped,
/// with a warning.
#[test]
fn lists_of_columns_get_the_new_one() {
    let place = Place::new();
    let entry = |key: &str| KeyValue::new(key.to_owned(), "{\"fields\": [{\"name\":\"key\"}]}".to_owned());
    let spark = "org.apache.spark.sql.parquet.row.metadata";
    let entries = [spark, "avro.schema", "iceberg.schema", "other"].map(entry).to_vec();
    let properties = WriterProperties::builder().set_key_value_metadata(Some(entries)).build();
    write(&place, "table.parquet", &table([("key", binary(&rows(3)))]), Some(properties));
    let output = column(&place).arg("table.parquet").output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && words.lines().count() == 2, "{words}");
    assert!(words.contains("'avro.schema'") && words.contains("'iceberg.schema'"), "{words}");
    let (_, metadata) = read(&place, "out.parquet");
    let entries = metadata.file_metadata().key_value_metadata().unwrap();
    let keys: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys, [spark, "other", "ARROW:schema"]);
    let spark = entries[0].value.as_deref().unwrap();
    assert!(
        spark.starts_with("{\"fields\": [{\"name\":\"key\"}, {\"name\":\"key_sha3-256\",") && spark.ends_with("]}")
    );
}

/// A file without an Arrow schema, with types that Arrow lacks.
#[test]
fn types_of_parquet_are_kept() {
    let place = Place::new();
    let primitive = |name: &str, physical, logical, length| {
        let builder = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
        Arc::new(builder.with_logical_type(logical).with_length(length).build().unwrap())
    };
    let money = Type::primitive_type_builder("money", Physical::FIXED_LEN_BYTE_ARRAY)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::Decimal { scale: 2, precision: 20 }))
        .with_length(16)
        .with_precision(20)
        .with_scale(2);
    let fields = vec![
        primitive("uuid", Physical::FIXED_LEN_BYTE_ARRAY, Some(LogicalType::Uuid), 16),
        primitive("key", Physical::BYTE_ARRAY, Some(LogicalType::Json), -1),
        primitive("old", Physical::INT96, None, -1),
        Arc::new(money.build().unwrap()),
    ];
    let schema = Arc::new(Type::group_type_builder("spark_schema").with_fields(fields).build().unwrap());
    let properties = Arc::new(WriterProperties::default());
    let mut writer =
        SerializedFileWriter::new(File::create(place.path("table.parquet")).unwrap(), schema, properties).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut next = group.next_column().unwrap().unwrap();
    let uuids = [FixedLenByteArray::from(vec![7; 16]), FixedLenByteArray::from(vec![8; 16])];
    next.typed::<FixedLenByteArrayType>().write_batch(&uuids, None, None).unwrap();
    next.close().unwrap();
    let mut next = group.next_column().unwrap().unwrap();
    next.typed::<ByteArrayType>().write_batch(&[ByteArray::from("{}"), ByteArray::from("[]")], None, None).unwrap();
    next.close().unwrap();
    let mut next = group.next_column().unwrap().unwrap();
    let mut old = Int96::new();
    old.set_data(0, 0, 2_440_588);
    next.typed::<Int96Type>().write_batch(&[old, old], None, None).unwrap();
    next.close().unwrap();
    let mut next = group.next_column().unwrap().unwrap();
    let money = [5i128, -7].map(|cents| FixedLenByteArray::from(cents.to_be_bytes().to_vec()));
    next.typed::<FixedLenByteArrayType>().write_batch(&money, None, None).unwrap();
    next.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();

    column(&place).arg("table.parquet").prints("");
    let (made, metadata) = read(&place, "out.parquet");
    assert_eq!(made[0].column(3).as_primitive::<Decimal128Type>().values(), &[5, -7]);
    let columns = metadata.file_metadata().schema_descr().columns();
    assert_eq!(columns[0].logical_type_ref(), Some(&LogicalType::Uuid));
    assert_eq!(columns[1].logical_type_ref(), Some(&LogicalType::Json));
    assert_eq!(columns[2].physical_type(), Physical::INT96);
    assert_eq!(columns[3].logical_type_ref(), Some(&LogicalType::Decimal { scale: 2, precision: 20 }));
    assert_eq!(columns[3].type_length(), 16);
    let rows = [b"{}", b"[]"].map(|row| Some(row.to_vec()));
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected("sha3-256", &rows, 32));
}

#[test]
fn several_tables_and_folders_are_one() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("folder/below")).unwrap();
    place.write("folder/b.csv", b"key\nb\n");
    place.write("folder/a.csv", b"key\na");
    place.write("folder/.hidden.csv", b"key\nx\n");
    place.write("folder/below/x.csv", b"key\nx\n");
    place.write("folder/README", b"no table");
    place.write("last.csv", b"key\nc\n");
    let expected = |rows: &[&str]| {
        expected("sha3-256", &rows.iter().map(|row| Some(row.as_bytes().to_vec())).collect::<Vec<_>>(), 32)
    };
    let output = converted(&place).args(["folder", "last.csv"]).output().unwrap();
    let words = "counterpoint: folder: skipped names that begin with '.' or '_': 1\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), words);
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected(&["a", "b", "c"]));
    let copied =
        place.command("column").args(["-c", "key", "-o", "out.csv", "folder/a.csv", "folder/b.csv", "last.csv"]);
    copied.prints("");
    let digest = |row: &str| const_hex::encode(expected(&[row]).remove(0).unwrap());
    let (a, b, c) = (digest("a"), digest("b"), digest("c"));
    let text = std::fs::read_to_string(place.path("out.csv")).unwrap();
    assert_eq!(text, format!("key,key_sha3-256\na,{a}\nb,{b}\nc,{c}\n"));
    // What can be read only once is not opened before its turn.
    place.write("1.csv", b"key\na\n");
    converted(&place).args(["--format", "csv", "1.csv", "-"]).input(b"key\nb\n").prints("");
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256"), expected(&["a", "b"]));
    // JSON lines of a later file have the types of the first.
    place.write("1.jsonl", b"{\"key\":\"a\",\"n\":1}\n");
    place.write("2.jsonl", b"{\"n\":null}\n");
    converted(&place).args(["1.jsonl", "2.jsonl"]).prints("");
    let made = digests(&place, "out.parquet", "key_sha3-256");
    assert_eq!(made, [expected(&["a"]).remove(0), None]);
}

/// A reader finds single pages by the offset index, and rows by the filters of later files.
#[test]
fn parquet_files_are_one() {
    let place = Place::new();
    let columns = columns();
    for (name, begin, count) in [("a.parquet", 0, 700), ("b.parquet", 700, 0), ("c.parquet", 700, 1300)] {
        let properties = WriterProperties::builder()
            .set_max_row_group_size(500)
            .set_data_page_row_count_limit(100)
            .set_write_batch_size(50)
            .set_bloom_filter_enabled(true);
        write(&place, name, &columns.slice(begin, count), Some(properties.build()));
    }
    column(&place).args(["--name", "digest", "a.parquet", "b.parquet", "c.parquet"]).prints("");
    let (made, metadata) = read(&place, "out.parquet");
    assert_begins_with(&made, &columns);
    assert_eq!((metadata.num_row_groups(), metadata.file_metadata().num_rows()), (5, 2000));
    assert!(digests(&place, "out.parquet", "digest") == expected("sha3-256", &rows(2000), 32));

    // The joined file, and the command's output for one file.
    std::fs::copy(place.path("out.parquet"), place.path("d.parquet")).unwrap();
    column(&place).args(["--name", "second", "d.parquet"]).prints("");
    let path = place.path("out.parquet");
    let options = ArrowReaderOptions::new().with_page_index(true);
    for (name, row) in
        ["out.parquet", "d.parquet"].into_iter().flat_map(|name| [0, 699, 700, 1555, 1999].map(|row| (name, row)))
    {
        let file = File::open(place.path(name)).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options.clone()).unwrap();
        let last = reader.parquet_schema().num_columns() - 1;
        let only = ProjectionMask::leaves(reader.parquet_schema(), [0, 1, last]);
        let selection = RowSelection::from(vec![RowSelector::skip(row), RowSelector::select(1)]);
        let mut found = reader.with_projection(only).with_row_selection(selection).build().unwrap();
        let found = found.next().unwrap().unwrap();
        assert_eq!(found.columns()[..2], columns.project(&[0, 1]).unwrap().slice(row, 1).columns()[..]);
        let digest = expected("sha3-256", &rows(2000)[row..=row], 32).remove(0);
        let found = found.column(2).as_fixed_size_binary();
        assert_eq!(found.is_valid(0).then(|| found.value(0).to_vec()), digest);
    }
    let properties = Arc::new(ReaderProperties::builder().set_read_bloom_filter(true).build());
    let file = Arc::new(File::open(&path).unwrap());
    let group = SerializedRowGroupReader::new(file, metadata.row_group(4), None, properties).unwrap();
    let filter = group.get_column_bloom_filter(0).cloned().unwrap();
    assert!(filter.check(&1999i64) && !filter.check(&3i64));
}

#[test]
fn tables_without_rows_have_none() {
    let place = Place::new();
    write(&place, "table.parquet", &table([("key", binary(&[]))]), None);
    place.write("table.csv", b"id,key\n");
    for name in ["table.parquet", "table.csv"] {
        column(&place).args([name, "--to", "parquet"]).prints("");
        assert!(digests(&place, "out.parquet", "key_sha3-256").is_empty());
    }
    let fixed = FixedSizeBinaryArray::try_from_iter([[1u8; 4]].iter()).unwrap();
    write(&place, "table.parquet", &table([("key", Arc::new(fixed))]), None);
    column(&place).arg("table.parquet").prints("");
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256").len(), 1);
}

/// A device is written to, and an existing file is replaced.
#[test]
fn outputs_of_all_kinds() {
    let place = Place::new();
    place.write("table.csv", b"key\nabc\n");
    place.write("out.parquet", b"old");
    converted(&place).arg("table.csv").prints("");
    assert_eq!(digests(&place, "out.parquet", "key_sha3-256").len(), 1);
    let shell = place.shell("\"$0\" column table.csv -c key --to parquet -o /dev/stdout > piped.parquet");
    assert_eq!(String::from_utf8_lossy(&shell.stderr), "");
    assert_eq!(digests(&place, "piped.parquet", "key_sha3-256").len(), 1);
}
