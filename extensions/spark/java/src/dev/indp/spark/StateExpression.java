package dev.indp.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DoubleType;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Runs an aggregator in a query of SQL. Spark's own adapter, which `functions.udaf` makes, copies
 * each value to a new row and decodes it from there, which takes longer than adding it to a state.
 */
public final class StateExpression extends TypedImperativeAggregate<Cell> implements java.io.Serializable {
    private static final long serialVersionUID = 1L;

    private final Expression x;
    private final Aggregator<Object, Cell, byte[]> aggregator;
    private final Reads reads;
    private final String name;
    private final int mutableOffset;
    private final int inputOffset;

    /**
     * The index of x in a row if x is a column of doubles, which is then read without boxing.
     * Otherwise -1.
     */
    private final int column;

    /** Spark copies expressions by the constructor whose parameters are the product's elements. */
    public StateExpression(Expression x, Aggregator<Object, Cell, byte[]> aggregator, Reads reads, String name,
            int mutableOffset, int inputOffset) {
        this.x = x;
        this.aggregator = aggregator;
        this.reads = reads;
        this.name = name;
        this.mutableOffset = mutableOffset;
        this.inputOffset = inputOffset;
        // Only a bound column has its final type. The type of another expression may not be known
        // yet.
        boolean doubles = x instanceof BoundReference bound && bound.dataType() instanceof DoubleType;
        column = doubles && reads == Reads.DOUBLES ? ((BoundReference) x).ordinal() : -1;
    }

    @Override
    public Cell createAggregationBuffer() {
        return aggregator.zero();
    }

    @Override
    public Cell update(Cell cell, InternalRow row) {
        if (column < 0) {
            Object value = x.eval(row);
            return value == null ? cell : aggregator.reduce(cell, reads.of(value));
        }
        if (!row.isNullAt(column)) {
            ((NumberCell) cell).add(row.getDouble(column));
        }
        return cell;
    }

    @Override
    public Cell merge(Cell cell, Cell other) {
        return aggregator.merge(cell, other);
    }

    @Override
    public Object eval(Cell cell) {
        return aggregator.finish(cell);
    }

    /** A shuffle carries the bytes of the state. No bytes mean that there is no state yet. */
    @Override
    public byte[] serialize(Cell cell) {
        byte[] bytes = cell.getState();
        return bytes == null ? new byte[0] : bytes;
    }

    @Override
    public Cell deserialize(byte[] bytes) {
        Cell cell = aggregator.zero();
        if (bytes.length > 0) {
            cell.setState(bytes);
        }
        return cell;
    }

    @Override
    public Seq<Expression> children() {
        return CollectionConverters.asScala(java.util.List.of(x)).toSeq();
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
        return new StateExpression(children.head(), aggregator, reads, name, mutableOffset, inputOffset);
    }

    @Override
    public StateExpression withNewMutableAggBufferOffset(int offset) {
        return new StateExpression(x, aggregator, reads, name, offset, inputOffset);
    }

    @Override
    public StateExpression withNewInputAggBufferOffset(int offset) {
        return new StateExpression(x, aggregator, reads, name, mutableOffset, offset);
    }

    @Override
    public int mutableAggBufferOffset() {
        return mutableOffset;
    }

    @Override
    public int inputAggBufferOffset() {
        return inputOffset;
    }

    /** Only dp_merge can give null, if there are no states. */
    @Override
    public boolean nullable() {
        return true;
    }

    @Override
    public DataType dataType() {
        return DataTypes.BinaryType;
    }

    @Override
    public String prettyName() {
        return name;
    }

    @Override
    public int productArity() {
        return 6;
    }

    @Override
    public Object productElement(int at) {
        return switch (at) {
            case 0 -> x;
            case 1 -> aggregator;
            case 2 -> reads;
            case 3 -> name;
            case 4 -> mutableOffset;
            default -> inputOffset;
        };
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof StateExpression;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StateExpression that && x.equals(that.x) && reads == that.reads && aggregator.equals(that.aggregator)
                && mutableOffset == that.mutableOffset && inputOffset == that.inputOffset;
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(x, aggregator, mutableOffset, inputOffset);
    }
}
