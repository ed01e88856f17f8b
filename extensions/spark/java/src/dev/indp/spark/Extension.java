package dev.indp.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import scala.Tuple3;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Registers the functions in every session, if spark.sql.extensions is set to
 * dev.indp.spark.Extension.
 */
public final class Extension extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        dev.indp.Library.selfTest();
        for (String name : Functions.names()) {
            ExpressionInfo info = new ExpressionInfo(Functions.class.getName(), name);
            extensions.injectFunction(new Tuple3<>(new FunctionIdentifier(name), info, Functions.builder(name)));
        }
        return BoxedUnit.UNIT;
    }
}
